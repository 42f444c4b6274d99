import { Link } from 'react-router-dom'
import type { SubscribedRoom } from '#contract/rooms.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

/** A renewal that did not go through, before somebody loses a room over it. */
export const PastDueNotice = ({ rooms }: { rooms: SubscribedRoom[] }) => (
  <Notice tone="warning">
    <b>{rooms.map(({ title }) => `「${title}」`).join('')}のお支払いを確認できませんでした。</b>
    <br />
    カードの有効期限や利用枠をご確認ください。
    <br />
    <Link className="link" to={paths.addPayments}>
      登録しているカードを見る
    </Link>
  </Notice>
)
