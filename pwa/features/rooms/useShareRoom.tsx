import { Suspense, useState } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { type SharedRoom, shareRoom } from './shareRoom.ts'

const QrSheet = lazyWithProgress(async () => (await import('./QrSheet.tsx')).QrSheet)

/** What a press on 共有 does: one's own room shows its code, another's goes to the system's own sheet. */
export function useShareRoom(room: SharedRoom & { is_owner: boolean }) {
  const [open, setOpen] = useState(false)
  return {
    share: () => (room.is_owner ? setOpen(true) : void shareRoom(room)),
    sheet: open && (
      <Suspense>
        <QrSheet room={room} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
