import { useMemo, useState } from 'react'
import type { OwnEvent } from '#contract/events/calls.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { type Column, DataTable } from '#pwa/ui/table/DataTable.tsx'
import { EventThumbnail } from './EventThumbnail.tsx'
import { OpenedOwnEvent, type OwnEventView } from './OpenedOwnEvent.tsx'
import css from './OwnEventTable.module.css'
import { ownEventLabel } from './own-event-label.ts'
import { salesColumns } from './sales-columns.ts'

interface Opened {
  id: string
  view: OwnEventView
}

const columnsFor = (open: (opened: Opened) => void): Column<OwnEvent>[] => [
  {
    label: 'イベント',
    by: ({ title }) => title,
    cell: ({ id, title, thumbnail_image_path }) => (
      <button type="button" className={css.event} onClick={() => open({ id, view: 'details' })}>
        <EventThumbnail src={thumbnail_image_path} />
        <b>{title}</b>
      </button>
    ),
  },
  {
    label: '開始',
    by: ({ start, open_fields }) => (open_fields.includes('start') ? null : start),
    cell: ({ start, open_fields }) => (open_fields.includes('start') ? '未定' : dateTime(start)),
  },
  {
    label: '状態',
    by: (event) => ownEventLabel(event).label,
    cell: (event) => {
      const { label, tone } = ownEventLabel(event)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    label: 'チケット',
    by: ({ sales }) => sales.tickets,
    number: true,
    cell: ({ sales, capacity, open_fields }) =>
      open_fields.includes('capacity') ? '未定' : `${count(sales.tickets)} / ${count(capacity)}枚`,
  },
  ...salesColumns,
  {
    label: '操作',
    cell: ({ id, room, status }) => (
      <MenuButton
        label="操作"
        items={[
          { label: '詳細を見る', icon: 'chart', onClick: () => open({ id, view: 'details' }) },
          ...(status === 'cancelled'
            ? []
            : [
                {
                  label: '編集する',
                  icon: 'pen' as const,
                  onClick: () => open({ id, view: 'editor' }),
                },
              ]),
          { label: 'イベントのページを見る', icon: 'calendar', to: paths.event(room.id, id) },
        ]}
      />
    ),
  },
]

/** The owner's events on a wide window. */
export function OwnEventTable({ label, events }: { label: string; events: OwnEvent[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const columns = useMemo(() => columnsFor(setOpened), [])
  const event = events.find(({ id }) => id === opened?.id)
  return (
    <>
      <DataTable label={label} columns={columns} rows={events} keyOf={({ id }) => id} />
      {opened && event && (
        <OpenedOwnEvent
          event={event}
          view={opened.view}
          onView={(view) => setOpened(view && { id: event.id, view })}
        />
      )}
    </>
  )
}
