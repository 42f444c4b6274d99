import { Suspense } from 'react'
import { rooms } from '#contract/rooms/calls.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { resaleFact } from '#pwa/features/events/resale-fact.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { bareTime, dayAndTime, localTimeFact, longDate, time, weekday } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { currentPage, shareUrl } from '#pwa/lib/share.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { DrawCard } from '../lottery/DrawCard.tsx'
import { allowedLabel } from '../ticket-labels.ts'
import css from './RoomTicketView.module.css'
import { SalePanel } from './SalePanel.tsx'

/** The search of a map: venues are texts without coordinates. */
const mapOf = (venue: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(venue)}`

const Venue = ({ name }: { name: string }) => (
  <>
    {name}
    {name && (
      <a
        className={cx('link small', css.map)}
        href={mapOf(name)}
        target="_blank"
        rel="noopener noreferrer"
      >
        地図で見る
      </a>
    )}
  </>
)

const DRAFT = '下書きの見本です。公開するまで、ほかの方には見えません。'

/** A digital ticket with its conditions and the purchase. */
export function RoomTicketView({ ticket }: { ticket: TicketOnSale }) {
  const { title, about, venue, opens_at, starts_at, valid_until, image_path } = ticket
  const { data: room } = useLoad(rooms.getRoom, { params: { id: ticket.room.id } })
  return (
    <article className={css.ticket}>
      {image_path && (
        <img className={css.picture} src={image_path} alt="" width={1000} height={563} />
      )}
      <h1>{title}</h1>
      {ticket.status === 'draft' && <Alert>{DRAFT}</Alert>}
      <SalePanel ticket={ticket} room={room} />
      {ticket.status === 'published' && (
        <Button variant="quiet" icon="share" onClick={() => void shareUrl(currentPage(title))}>
          友だちに知らせる
        </Button>
      )}
      {ticket.works_door && (
        <Button variant="secondary" icon="door" to={paths.ticketDoors(ticket.room.id, ticket.id)}>
          受付を開く
        </Button>
      )}
      <Facts
        facts={[
          ...(ticket.open_fields.includes('start')
            ? [{ term: '日にち', value: '未定' }]
            : [
                { term: '日にち', value: `${longDate(starts_at)}(${weekday(starts_at)})` },
                { term: '時間', value: `開場 ${bareTime(opens_at)}　開演 ${time(starts_at)}` },
                ...localTimeFact(starts_at),
              ]),
          { term: '会場', value: <Venue name={venue} /> },
          ...(ticket.open_fields.includes('end')
            ? []
            : [{ term: '有効期限', value: `${dayAndTime(valid_until)} まで` }]),
          ...(ticket.named
            ? [
                {
                  term: '種類',
                  value: '特定興行入場券（氏名と連絡先の登録と、受付での本人確認があります）',
                },
              ]
            : []),
          { term: '再入場', value: allowedLabel(ticket.reentry) },
          { term: '対象', value: ticket.members_only ? 'ルームのメンバーのみ' : 'どなたでも' },
          {
            term: '譲渡',
            value: ticket.no_transfer ? 'できません' : '転売はできません（ほかの方への譲渡は可）',
          },
          ...resaleFact(ticket.resale_until),
        ]}
      />
      {about && <p className={css.about}>{about}</p>}
      {ticket.lottery && (
        <Suspense>
          <DrawCard ticket={ticket} sale={ticket.lottery} />
        </Suspense>
      )}
    </article>
  )
}
