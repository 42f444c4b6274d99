import { useState } from 'react'
import { inbox } from '#contract/inbox/calls.ts'
import { MESSAGE_MAX } from '#contract/inbox/limits.ts'
import { messageProblem } from '#contract/inbox/message-text.ts'
import { withSan } from '#contract/lib/with-san.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { createNaming } from '#pwa/lib/api/useSending.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useNavigateIfHere } from '#pwa/lib/useNavigateIfHere.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'

/** A member's message to the owner; the conversation continues in the inbox. */
export function WriteSheet({ room, onClose }: { room: Room; onClose: () => void }) {
  const call = useCall()
  const navigateIfHere = useNavigateIfHere()
  const [naming] = useState(() => createNaming(`message.${room.id}`))
  const paused = usePaused('message')
  const form = useForm({
    initial: { text: '' },
    draft: { kind: 'message', id: room.id },
    send: (input) =>
      call(inbox.writeToOwner, {
        params: { id: room.id },
        body: { ...input, client_id: naming.idOf(input) },
      }),
    // Replaces the sheet's history entry, so that going back does not open the sheet.
    onDone: ({ conversation_id }) => {
      naming.arrived()
      return navigateIfHere(paths.message(conversation_id), { replace: true })
    },
  })
  return (
    <Sheet open title={`${withSan(room.owner.display_name)}へのメッセージ`} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <FormProblem>{form.message}</FormProblem>
        <Paused name="message" />
        <TextArea
          label="メッセージ"
          require
          rows={4}
          hint="オーナーだけが読みます。返信は「メッセージ」に届きます"
          maxCount={MESSAGE_MAX.chars}
          {...form.field('text')}
        />
        <Button
          type="submit"
          wide
          icon="send"
          busy={form.busy}
          disabled={paused || messageProblem(form.values.text) !== null}
        >
          送る
        </Button>
      </form>
    </Sheet>
  )
}
