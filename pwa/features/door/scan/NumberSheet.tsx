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
}

/** Input of a number, for a holder with an empty battery or a code that cannot be scanned. */
export const NumberSheet = ({ open, onClose, onNumber }: NumberSheetProps) => (
  <Sheet open={open} title="整理番号で受け付ける" onClose={onClose}>
    <NumberForm onNumber={onNumber} />
  </Sheet>
)

function NumberForm({ onNumber }: Pick<NumberSheetProps, 'onNumber'>) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (!number.trim()) {
      flushSync(() => setError('整理番号を入力してください。'))
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
