import { Link } from 'react-router-dom'
import type { OwnEvent } from '#contract/events/calls.ts'
import { count, date } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { type Column, DataTable } from '#pwa/ui/table/DataTable.tsx'
import { salesColumns } from './sales-columns.ts'

const percentSold = ({ sales, capacity }: OwnEvent) =>
  capacity > 0 ? Math.round((sales.tickets / capacity) * 100) : null

const columns: Column<OwnEvent>[] = [
  {
    label: 'イベント',
    by: ({ title }) => title,
    cell: ({ id, room, title }) => (
      <Link to={paths.event(room.id, id)} className="link">
        {title}
      </Link>
    ),
  },
  { label: '開催日', by: ({ start }) => start, cell: ({ start }) => date(start) },
  {
    label: 'チケット',
    by: ({ sales }) => sales.tickets,
    number: true,
    cell: ({ sales }) => `${count(sales.tickets)}枚`,
  },
  {
    label: '販売率',
    by: percentSold,
    number: true,
    cell: (event) => {
      const percent = percentSold(event)
      return percent === null ? '–' : `${percent}%`
    },
  },
  ...salesColumns,
  {
    label: '視聴',
    by: ({ audience }) => audience.live.people,
    number: true,
    cell: ({ audience }) => `${count(audience.live.people)}人`,
  },
  {
    label: '最大同時視聴',
    by: ({ audience }) => audience.live.peak,
    number: true,
    cell: ({ audience }) => `${count(audience.live.peak)}人`,
  },
  {
    label: '書き込み',
    by: ({ audience }) => audience.talk.messages,
    number: true,
    cell: ({ audience }) => `${count(audience.talk.messages)}件`,
  },
]

/** Past events beside one another; cancelled ones have nothing to compare. */
export function EventComparison({ events }: { events: OwnEvent[] }) {
  const held = events.filter(({ status }) => status === 'published')
  if (held.length < 2) return null
  return (
    <Section title="イベントをくらべる">
      <DataTable
        label="イベントをくらべる"
        columns={columns}
        rows={held}
        keyOf={({ id }) => id}
        initial={{ column: 1, descending: true }}
      />
    </Section>
  )
}
