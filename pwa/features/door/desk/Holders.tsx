import { useMemo, useState } from 'react'
import { door, type Holder } from '#contract/door/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { BACK_BY_TRANSFER } from '#contract/orders/sale-rules.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useList, useSend } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { SortedList } from '#pwa/load/SortedList.tsx'
import { useOrder } from '#pwa/load/useOrder.ts'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { HolderRow } from './HolderRow.tsx'
import { holderColumns } from './holder-columns.tsx'

interface HoldersProps {
  params: { roomid: string; id: string }
  /** Only the owner may revoke tickets and export tables. */
  mayPlan: boolean
}

type Chosen = Holder['status'] | 'all'
const CHOICES: { value: Chosen; label: string }[] = [
  { value: 'all', label: 'すべて' },
  { value: 'valid', label: '有効（未入場）' },
  { value: 'used', label: '入場済み' },
  { value: 'cancelled', label: '取消済み' },
]

/** The ticket holders, by 整理番号. */
export function Holders({ params, mayPlan }: HoldersProps) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<Chosen>('all')
  const [selected, setSelected] = useState<Holder | null>(null)
  const columns = useMemo(() => holderColumns(mayPlan ? setSelected : null), [mayPlan])
  const order = useOrder(columns, 'number')
  const list = useList(door.listHolders, {
    params,
    query: { ...(search && { search }), ...(status !== 'all' && { status }), ...order.query },
  })
  const isNarrowed = search !== '' || status !== 'all'
  return (
    <div className="stack">
      <div className="stack measure">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setSearch(typed.trim())
          }}
        >
          <SearchInput
            name="search"
            label="チケットをお持ちの方をさがす"
            placeholder="名前・整理番号でさがす"
            value={typed}
            onChange={(value) => {
              setTyped(value)
              if (value === '') setSearch('')
            }}
          />
        </form>
        <Select
          label="状態"
          name="status"
          require
          options={CHOICES}
          value={status}
          onChange={setStatus}
        />
      </div>
      {mayPlan && <CsvButton url={urlOf(door.listHolders, { params, query: { format: 'csv' } })} />}
      <SortedList
        of={list}
        label="チケットをお持ちの方"
        order={order}
        empty={isNarrowed ? <NobodyFound /> : <NobodyYet />}
        keyOf={({ id }) => id}
      >
        {(holder) => <HolderRow holder={holder} onCancel={mayPlan ? setSelected : null} />}
      </SortedList>
      {selected && <Cancel holder={selected} params={params} onClose={() => setSelected(null)} />}
    </div>
  )
}

const NobodyYet = () => (
  <StateScreen
    kind="empty"
    title="まだチケットをお持ちの方はいません"
    text="購入した方と、チケットを渡した方が、整理番号の順にならびます。"
  />
)

const NobodyFound = () => (
  <StateScreen
    kind="empty"
    title="見つかりませんでした"
    text="名前か、整理番号でさがすか、状態を「すべて」にしてください。"
  />
)

interface CancelProps {
  holder: Holder
  params: HoldersProps['params']
  onClose: () => void
}

function Cancel({ holder, params, onClose }: CancelProps) {
  const cancel = useSend(door.cancelHolder, {
    refresh: [door.listHolders, door.getDoorReport, tickets.getOwnTicket],
  })
  const { number, member, amount } = holder
  return (
    <ConfirmDialog
      open
      title="チケットを取り消しますか？"
      text={
        amount > 0
          ? `${number}（${withSan(member.display_name)}）のチケットはすぐに使えなくなり、${yen(amount)}を購入した方へ返金します${BACK_BY_TRANSFER}。あとから戻すことはできません。`
          : `${number}（${withSan(member.display_name)}）のチケットは、すぐに使えなくなります。あとから戻すことはできません。`
      }
      confirm="チケットを取り消す"
      cancel="戻る"
      danger
      onConfirm={async () => {
        const input = { params: { ...params, issued_id: holder.id } }
        showToast((await cancel.mutateAsync(input)).message)
      }}
      onClose={onClose}
    />
  )
}
