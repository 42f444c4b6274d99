import type { OwnEvent } from '#contract/events/calls.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { duration } from './audience-label.ts'
import { salesOf } from './own-event-label.ts'
import css from './SalesSummary.module.css'

/** The total sales of these events; `complete` if they are all events of the room. */
export function SalesSummary({ events, complete }: { events: OwnEvent[]; complete: boolean }) {
  const { tickets, gross, net, minutes, messages } = salesOf(events)
  const figures = [
    { term: complete ? 'イベント' : '表示中のイベント', value: `${count(events.length)}件` },
    { term: 'チケット', value: `${count(tickets)}枚` },
    { term: '販売額（総額）', value: yen(gross) },
    { term: '受取額', value: yen(net) },
    { term: 'のべ視聴', value: duration(minutes) },
    { term: 'トーク', value: `${count(messages)}件` },
  ]
  return (
    <Card padded>
      <dl className={css.figures}>
        {figures.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="note muted">
        販売額は購入された金額、受取額は手数料と返金を引いたあとの金額です。
      </p>
    </Card>
  )
}
