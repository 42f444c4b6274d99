import type { OwnEvent } from '#contract/events/calls.ts'
import { yen } from '#pwa/lib/format.ts'
import type { Column } from '#pwa/ui/table/DataTable.tsx'

/** What an event has sold, and what its owner gets of it, as columns of a table. */
export const salesColumns: Column<OwnEvent>[] = [
  {
    label: '販売額',
    by: ({ sales }) => sales.gross,
    number: true,
    cell: ({ sales }) => yen(sales.gross),
  },
  {
    label: '受取額',
    by: ({ sales }) => sales.net,
    number: true,
    cell: ({ sales }) => yen(sales.net),
  },
]
