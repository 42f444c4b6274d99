import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { door } from '#contract/door/calls.ts'
import { GATE_NAME_MAX } from '#contract/door/limits.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { plainNumber } from '#pwa/ui/forms/digits.ts'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

interface NewGateSheetProps {
  open: boolean
  params: { roomid: string; id: string }
  onClose: () => void
  onMade: (name: string, inviteUrl: string) => void
}

export const NewGateSheet = ({ open, onClose, ...form }: NewGateSheetProps) => (
  <Sheet open={open} title="入口を追加" onClose={onClose}>
    <NewGate {...form} />
  </Sheet>
)

const CHOICES = [
  { value: 'rest', label: '残りすべて' },
  { value: 'range', label: '範囲を決める' },
] as const

/** Both ends empty: null, the rest. A single end is sent as NaN, which the server refuses with a field error. */
function rangeOf(from: string, to: string) {
  const numberOf = (typed: string) =>
    typed.trim() === '' ? Number.NaN : Number(plainNumber(typed))
  const isEmpty = from.trim() === '' && to.trim() === ''
  return isEmpty ? null : { from: numberOf(from), to: numberOf(to) }
}

function NewGate({ params, onMade }: Pick<NewGateSheetProps, 'params' | 'onMade'>) {
  const call = useCall()
  const client = useQueryClient()
  const [kind, setKind] = useState<'rest' | 'range'>('range')
  const form = useForm({
    initial: { name: '', from: '', to: '' },
    draft: { kind: 'gate', id: params.id },
    send: ({ name, from, to }) =>
      call(door.createGate, {
        params,
        body: { name, range: kind === 'rest' ? null : rangeOf(from, to) },
      }),
    async onDone({ name, invite_url }) {
      await client.invalidateQueries({ queryKey: keyOf(door.listGates) })
      onMade(name, invite_url)
    },
  })
  const rangeError = form.errorOf('range', 'range.from')
  const wrongEnd = form.errorOf('range.to')
  return (
    <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{!form.errorOf('name') && !rangeError && !wrongEnd && form.message}</FormProblem>
      <TextInput
        label="入口の名前"
        require
        maxCount={GATE_NAME_MAX}
        hint="「A入口」のように。チケットに表示されます"
        {...form.field('name')}
      />
      <RadioGroup
        label="受け付ける整理番号"
        name="kind"
        require
        value={kind}
        onChange={setKind}
        options={CHOICES}
        hint="「残りすべて」の入口は、1つだけ作れます。範囲は数字だけで決まり、記号のちがう券種にも同じ範囲が当てはまります"
      />
      {kind === 'range' && (
        <>
          <TextInput
            label="何番から"
            inputMode="numeric"
            hint="どちらも空欄にすると、残りすべてを受け付けます"
            {...form.field('from')}
            error={rangeError}
          />
          <TextInput label="何番まで" inputMode="numeric" {...form.field('to')} error={wrongEnd} />
        </>
      )}
      <FormProblem>{kind === 'rest' && rangeError}</FormProblem>
      <Button wide type="submit" busy={form.busy}>
        追加して招待する
      </Button>
    </form>
  )
}
