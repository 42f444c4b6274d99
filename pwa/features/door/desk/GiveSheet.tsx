import { useQueryClient } from '@tanstack/react-query'
import { NAME_MAX } from '#contract/auth/limits.ts'
import { door } from '#contract/door/calls.ts'
import { type TicketType, tickets } from '#contract/tickets/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

interface GiveSheetProps {
  params: { roomid: string; id: string }
  /** Of which one is given, if the ticket has some. */
  types: readonly TicketType[]
  onClose: () => void
}

/** Gives a ticket for free: to guests, helpers and winners. */
export const GiveSheet = ({ params, types, onClose }: GiveSheetProps) => (
  <Sheet open title="チケットを渡す" onClose={onClose}>
    <Give params={params} types={types} onClose={onClose} />
  </Sheet>
)

function Give({ params, types, onClose }: GiveSheetProps) {
  const call = useCall()
  const client = useQueryClient()
  const form = useForm({
    initial: { name: '', type: '' },
    draft: { kind: 'recipient', id: params.id },
    send: ({ name, type }) =>
      call(tickets.giveTicket, { params, body: { name, ...(type !== '' && { type }) } }),
    async onDone({ number }) {
      for (const stale of [tickets.getOwnTicket, tickets.listDigitalTickets, door.listHolders])
        await client.invalidateQueries({ queryKey: keyOf(stale) })
      showToast(`${number} のチケットを渡しました`)
      onClose()
    },
  })
  return (
    <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{!form.errorOf('name') && form.message}</FormProblem>
      <p className="small muted">
        無料のチケットを1枚渡します。枚数に数えられ、相手にはメールでお知らせします。
      </p>
      <TextInput
        label="相手のユーザー名"
        autoComplete="off"
        autoCapitalize="none"
        require
        maxLength={NAME_MAX + 1}
        hint="「@」のあとの名前です"
        {...form.field('name')}
      />
      {types.length > 0 && (
        <Select
          label="券種"
          require
          options={[
            { value: '', label: '選んでください' },
            ...types.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('type')}
        />
      )}
      <Button wide type="submit" busy={form.busy}>
        チケットを渡す
      </Button>
    </form>
  )
}
