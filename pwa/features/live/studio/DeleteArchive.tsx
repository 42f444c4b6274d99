import { type Event, events } from '#contract/events/calls.ts'
import { hasKinds, WITH_ARCHIVE } from '#contract/events/live-only.ts'
import { streams } from '#contract/streams/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { count, dayAndTime } from '#pwa/lib/format.ts'
import { RISK } from '#pwa/ui/button/risk.ts'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const CHANGED = [events.getEvent, events.listEvents, events.listOwn, streams.getIngest]

/** Deletes an archive that can still be watched, after a warning about the ticket holders. */
export function DeleteArchive({ event, onDone }: { event: Event; onDone?: () => void }) {
  const send = useSend(streams.deleteArchive, { refresh: CHANGED })
  if (event.archive !== 1) return null
  return (
    <ConfirmButton
      label="見逃し配信を削除する"
      button={{ ...RISK, icon: 'trash' }}
      title="見逃し配信を削除しますか？"
      text={lossMessage(event)}
      confirm="削除する"
      danger
      onConfirm={async () => {
        const { message } = await send.mutateAsync({ params: { id: event.id } })
        onDone?.()
        showToast(message)
      }}
    />
  )
}

function lossMessage(event: Event): string {
  const { participants, archive_until } = event
  const holders = hasKinds(event)
    ? `「${WITH_ARCHIVE}」のチケットをお持ちの方`
    : `チケットをお持ちの${count(participants)}名の方`
  const until = archive_until ? `${dayAndTime(archive_until)}まで` : ''
  const lost =
    participants > 0
      ? `${holders}は、${until}見られるはずの録画を見られなくなります。メールでお知らせし、返金のご相談はあなたがお受けします。`
      : ''
  return `${lost}録画のファイルも消え、元に戻せません。`
}
