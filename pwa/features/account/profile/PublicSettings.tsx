import { account, type User } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { userIn } from '#pwa/lib/api/session-state.ts'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Whether others see to which events the member goes, and in which rooms they are. */
export const PublicSettings = ({ user }: { user: User }) => (
  <Section title="公開">
    <Card padded>
      <div className="stack">
        <PublicToggle
          call={account.setAttendance}
          field="publishes_attendance"
          user={user}
          label="参加するイベントを公開する"
          hint="チケットを持つイベントのページに、終了するまで表示します"
        />
        <PublicToggle
          call={account.setMemberships}
          field="publishes_memberships"
          user={user}
          label="参加中のルームを公開する"
          hint="参加しているルームの概要に、参加しているあいだ表示します"
        />
        <p className="note muted">
          公開すると、あなたのアイコンと表示名が、ログインしていない方にも表示されます。オフにすると、すぐに表示されなくなります。
        </p>
      </div>
    </Card>
  </Section>
)

interface PublicToggleProps {
  call: typeof account.setAttendance | typeof account.setMemberships
  field: 'publishes_attendance' | 'publishes_memberships'
  user: User
  label: string
  hint: string
}

/** Shows what the server has confirmed. */
function PublicToggle({ call, field, user, label, hint }: PublicToggleProps) {
  const session = useSession()
  const { mutate, isPending } = useSend(call, {
    refresh: [events.listAttendees, rooms.listPublicMembers],
  })
  const turn = (on: boolean) =>
    mutate(
      { body: { public: on } },
      {
        onSuccess(saved) {
          const current = userIn(session.store.get())
          if (current) session.update({ ...current, [field]: saved.public })
        },
        onError: ({ message }) => showToast(message),
      },
    )
  return (
    <Toggle label={label} hint={hint} checked={user[field]} disabled={isPending} onChange={turn} />
  )
}
