import { useState } from 'react'
import { auth, type DeviceSession } from '#contract/auth/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { DeviceRow } from './DeviceRow.tsx'

/** The user's logged-in devices; a lost one can be logged out here. */
export function Devices() {
  const sessions = useLoad(auth.listSessions, {})
  const [leaving, setLeaving] = useState<DeviceSession | null>(null)
  return (
    <Section title="ログインしている端末">
      <Loaded of={sessions} skeleton={<SkeletonRows count={2} />}>
        {(data) => (
          <List carded>
            {data.map((session) => (
              <DeviceRow key={session.id} session={session} onEnd={() => setLeaving(session)} />
            ))}
          </List>
        )}
      </Loaded>
      {leaving && <EndSession session={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

function EndSession({ session, onClose }: { session: DeviceSession; onClose: () => void }) {
  const end = useSend(auth.endSession, { refresh: [auth.listSessions] })
  return (
    <ConfirmDialog
      open
      title="この端末からログアウトしますか？"
      text={`${session.device}では、もう一度ログインするまでRoomを使えなくなります。`}
      confirm="ログアウト"
      danger
      onConfirm={async () => {
        await end.mutateAsync({ params: { id: session.id } })
        showToast(`${session.device}からログアウトしました`)
      }}
      onClose={onClose}
    />
  )
}
