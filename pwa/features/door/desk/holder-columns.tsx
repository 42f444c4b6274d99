import type { Holder } from '#contract/door/calls.ts'
import { PersonCell } from '#pwa/features/profile/PersonCell.tsx'
import { dateTime, formatPrice } from '#pwa/lib/format.ts'
import type { SortedColumn } from '#pwa/load/useOrder.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { CompanionFacts } from './CompanionFacts.tsx'
import css from './Holders.module.css'
import { holderStatus, isCancellable } from './holder-status.ts'

type HolderColumn = SortedColumn<Holder, 'number' | 'name' | 'status' | 'amount' | 'used'>

const facts: HolderColumn[] = [
  {
    label: '整理番号',
    by: 'number',
    sort: 'number',
    cell: ({ number, type, ...holder }) => (
      <>
        {number}
        {type && <span className={css.line}>{type}</span>}
        <CompanionFacts of={holder} />
      </>
    ),
  },
  {
    label: '名前',
    by: 'name',
    sort: 'text',
    cell: ({ member }) => <PersonCell person={member} />,
  },
  {
    label: '状態',
    by: 'status',
    sort: 'text',
    cell: ({ status }) => (
      <Badge tone={holderStatus[status].tone}>{holderStatus[status].label}</Badge>
    ),
  },
  {
    label: '金額',
    by: 'amount',
    sort: 'number',
    number: true,
    cell: ({ amount }) => formatPrice(amount),
  },
  {
    label: '入場',
    by: 'used',
    sort: 'date',
    cell: ({ used_at, gate }) => used_at && [dateTime(used_at), gate].filter(Boolean).join(' '),
  },
  { label: '入場する方', wrap: true, cell: (holder) => <Entrant of={holder} /> },
]

/** One ticket in a table; staff who may not cancel it see no button. */
export const holderColumns = (onCancel: ((holder: Holder) => void) | null): HolderColumn[] =>
  onCancel
    ? [
        ...facts,
        {
          label: '操作',
          cell: (holder) =>
            isCancellable(holder) && (
              <Button size="s" variant="quiet" onClick={() => onCancel(holder)}>
                取り消す
              </Button>
            ),
        },
      ]
    : facts

const Entrant = ({ of: { entrant, paper_name } }: { of: Holder }) => (
  <>
    {entrant?.name && <span className={css.line}>{`${entrant.name}（${entrant.contact}）`}</span>}
    {entrant?.needs && <span className={css.line}>配慮の希望：{entrant.needs}</span>}
    {paper_name && <span className={css.line}>紙のチケット：{paper_name}</span>}
  </>
)
