import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusFirstError } from '#pwa/lib/forms/focus-first-error.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

interface NumberSheetProps {
  open: boolean
  onClose: () => void
  onNumber: (number: string) => Promise<void>
  /** 記号 of which a number needs one; empty: none is missing. */
  prefixesToAsk: (number: string) => readonly string[]
}

const NUMBER_NEEDED = '整理番号を入力してください。'

/** Several series have numbers of the same digits: which one is never guessed. */
const prefixMissing = (prefixes: readonly string[]) =>
  prefixes.length > 0
    ? `番号の前の記号も入力してください（${prefixes.map((prefix) => `「${prefix}」`).join('')}のどれか）。券種ごとに、同じ番号のチケットがあります。`
    : null

/** Input of a number, for a holder with an empty battery or a code that cannot be scanned. */
export const NumberSheet = ({ open, onClose, ...form }: NumberSheetProps) => (
  <Sheet open={open} title="整理番号で受け付ける" onClose={onClose}>
    <NumberForm {...form} />
  </Sheet>
)

type NumberFormProps = Pick<NumberSheetProps, 'onNumber' | 'prefixesToAsk'>

function NumberForm({ onNumber, prefixesToAsk }: NumberFormProps) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const wrong = number.trim() ? prefixMissing(prefixesToAsk(number)) : NUMBER_NEEDED
    if (wrong !== null) {
      flushSync(() => setError(wrong))
      return focusFirstError(event.currentTarget)
    }
    setBusy(true)
    await onNumber(number).finally(() => setBusy(false))
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <TextInput
        label="整理番号"
        name="number"
        hint="「B 107」は「b107」でもさがせます"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        data-focus
        require
        value={number}
        onChange={(typed) => {
          setNumber(typed)
          setError(null)
        }}
        error={error}
      />
      <Button wide type="submit" busy={busy}>
        チケットを確認する
      </Button>
    </form>
  )
}
