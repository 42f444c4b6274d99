import type { Event } from '#contract/events/calls.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { pageOfHolder } from '#pwa/lib/attendance-link.ts'
import { paths } from '#pwa/lib/paths.ts'
import { cardUrl, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import css from './TellFriends.module.css'

/** Shares the event as its ticket holder, until it has ended: by a link, or by a picture. */
export function TellFriends({ event }: { event: Event }) {
  const user = useUser()
  const { id, title, room, joined } = event
  if (!joined || !['coming', 'onAir'].includes(phaseOf(event))) return null
  const url = new URL(paths.event(room.id, id), location.origin).href
  const page = pageOfHolder({ title, url }, user)
  return (
    <div className={css.actions}>
      <Button variant="quiet" icon="share" onClick={() => void shareUrl(page)}>
        友だちに知らせる
      </Button>
      <Button variant="quiet" icon="download" href={cardUrl(page.url)} download>
        画像を保存
      </Button>
    </div>
  )
}
