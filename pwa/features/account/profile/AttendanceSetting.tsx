import { account, type User } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { userIn } from '#pwa/lib/api/session-state.ts'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Whether others see to which events the member goes. Shows what the server has confirmed. */
export function AttendanceSetting({ user }: { user: User }) {
  const session = useSession()
  const { mutate, isPending } = useSend(account.setAttendance, { refresh: [events.listAttendees] })
  const turn = (on: boolean) =>
    mutate(
      { body: { public: on } },
      {
        onSuccess(saved) {
          const current = userIn(session.store.get())
          if (current) session.update({ ...current, publishes_attendance: saved.public })
        },
        onError: ({ message }) => showToast(message),
      },
    )
  return (
    <Section title="公開">
      <Card padded>
        <Toggle
          label="参加するイベントを公開する"
          hint="チケットを持つイベントのページに、あなたのアイコンと表示名が、終了するまで表示されます。オフにすると、すぐに表示されなくなります"
          checked={user.publishes_attendance}
          disabled={isPending}
          onChange={turn}
        />
      </Card>
    </Section>
  )
}
