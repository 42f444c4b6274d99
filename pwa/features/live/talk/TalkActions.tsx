import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { textOf } from './talk.ts'

// Loaded on demand, as reports are rare.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

/** A pending action on a message, to be confirmed. */
interface Intent {
  what: 'delete' | 'ban'
  message: TalkMessage
}

/**
 * A viewer's actions on a message: reply, delete their own, report others'; as a host pin and delete any, and ban an
 * author.
 */
export function useTalkActions(
  { id, can }: Event,
  onReply: ((message: TalkMessage) => void) | null,
) {
  const own = useUser()?.name
  const [intent, setIntent] = useState<Intent | null>(null)
  const [reported, setReported] = useState<Reportable | null>(null)
  const remove = useSend(live.deleteTalk, { refresh: [live.getReplay] })
  const ban = useSend(live.banFromTalk)
  const pin = useSend(live.putPinned)

  const pinIt = (message: TalkMessage) =>
    pin.mutate(
      { params: { id }, body: { message_id: message.id } },
      { onError: (error) => showToast(error.message) },
    )
  const itemsFor = (message: TalkMessage): MenuItem[] => {
    const isMine = message.member.name === own
    const mayBan = can.moderate && !isMine && !message.is_owner
    const ask = (what: Intent['what']) => () => setIntent({ what, message })
    const items: (MenuItem | false)[] = [
      onReply !== null &&
        can.speak && { label: '返信', icon: 'reply', onClick: () => onReply(message) },
      onReply !== null &&
        can.moderate && { label: 'ピン留め', icon: 'pin', onClick: () => pinIt(message) },
      !isMine && {
        label: '通報',
        icon: 'flag',
        onClick: () => setReported(reportableOf(id, message)),
      },
      (isMine || can.moderate) && {
        label: '削除',
        icon: 'trash',
        danger: true,
        onClick: ask('delete'),
      },
      mayBan && { label: 'この人を退場させる', icon: 'block', danger: true, onClick: ask('ban') },
    ]
    return items.filter((item) => item !== false)
  }
  async function carryOut({ what, message: { id: message_id, member } }: Intent) {
    if (what === 'delete') {
      await remove.mutateAsync({ params: { id, message_id } })
      showToast('書き込みを削除しました')
    } else {
      await ban.mutateAsync({ params: { id }, body: { name: member.name } })
      showToast(`${withSan(member.display_name)}を退場させました`)
    }
  }

  return {
    itemsFor,
    intent,
    reported,
    close: () => setIntent(null),
    closeReport: () => setReported(null),
    confirm: () => intent && carryOut(intent),
  }
}

const reportableOf = (eventId: string, message: TalkMessage): Reportable => ({
  kind: 'talk',
  id: message.id,
  event_id: eventId,
  excerpt: `${message.member.display_name}: ${textOf(message)}`,
})

/** The confirmation dialog. */
export function TalkActions({ intent, ...rest }: ReturnType<typeof useTalkActions>) {
  if (rest.reported)
    return (
      <Suspense>
        <ReportSheet of={rest.reported} onClose={rest.closeReport} />
      </Suspense>
    )
  if (!intent) return null
  const { member } = intent.message
  const question =
    intent.what === 'delete'
      ? {
          title: 'この書き込みを削除しますか？',
          text: `「${textOf(intent.message)}」を全員の画面から消します。元には戻せません。`,
          confirm: '削除する',
        }
      : {
          title: `${withSan(member.display_name)}を退場させますか？`,
          text: 'このイベントの映像とトークを見られなくなります。チケットの代金は自動では返金されません。トークの設定からいつでも戻せます。',
          confirm: '退場させる',
        }
  return <ConfirmDialog open danger {...question} onConfirm={rest.confirm} onClose={rest.close} />
}
