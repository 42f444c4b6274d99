import type { InsightDays, Insights } from '#contract/dashboard/calls.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import css from './Insights.module.css'
import { LinkMaker } from './LinkMaker.tsx'

interface SourcesCardProps {
  sources: Insights['sources']
  room: string
  days: InsightDays
}

/** Where buyers came from, and the owner's own links by which that is known. */
export const SourcesCard = ({ sources, room, days }: SourcesCardProps) => (
  <Card as="section" padded>
    <h3>購入した方が来たところ</h3>
    {sources.length === 0 ? (
      <p className="small muted">この{days}日間の購入はまだありません。</p>
    ) : (
      <table className={css.table}>
        <caption className="sr">購入した方が来たところ</caption>
        <thead>
          <tr>
            <th scope="col">リンク</th>
            <th scope="col">購入</th>
            <th scope="col">金額</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ link, orders, amount }) => (
            <tr key={link ?? ''}>
              <th scope="row">{link ?? 'リンクの目印なし'}</th>
              <td>{count(orders)}件</td>
              <td>{yen(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <LinkMaker room={room} />
  </Card>
)
