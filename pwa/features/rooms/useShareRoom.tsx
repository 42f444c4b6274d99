import { Suspense, useState } from 'react'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { type SharedRoom, shareRoom } from './shareRoom.ts'

const QrSheet = lazyWithProgress(async () => (await import('./QrSheet.tsx')).QrSheet)

/** The share action: the QR code for the user's own room, otherwise the system's share sheet. */
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
