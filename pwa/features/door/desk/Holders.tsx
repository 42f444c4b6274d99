import { useState } from 'react'
import { door, type Holder } from '#contract/door/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useList, useSend } from '#pwa/lib/api/api.ts'
import { dateTime, formatPrice, yen } from '#pwa/lib/format.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SearchInput } from '#pwa/ui/forms/SearchInput.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import css from './Holders.module.css'

interface HoldersProps {
  params: { roomid: string; id: string }
  /** Only the owner may revoke tickets and export tables. */
  mayPlan: boolean
}

const STATUS = {
  valid: { label: '有効', tone: 'neutral' },
  used: { label: '入場済み', tone: 'positive' },
  cancelled: { label: '取消済み', tone: 'warning' },
  transferred: { label: '譲渡済み', tone: 'neutral' },
} as const

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
  const list = useList(door.listHolders, {
    params,
    query: { ...(search && { search }), ...(status !== 'all' && { status }) },
  })
  const isNarrowed = search !== '' || status !== 'all'
  return (
    <div className="stack">
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
      {mayPlan && <CsvButton url={urlOf(door.listHolders, { params, query: { format: 'csv' } })} />}
      <LoadedList
        of={list}
        empty={isNarrowed ? <NobodyFound /> : <NobodyYet />}
        keyOf={({ id }) => id}
      >
        {(holder) => (
          <HolderRow holder={holder} {...(mayPlan && { onCancel: () => setSelected(holder) })} />
        )}
      </LoadedList>
      {selected && <Cancel holder={selected} params={params} onClose={() => setSelected(null)} />}
    </div>
  )
}

interface HolderRowProps {
  holder: Holder
  /** Missing for staff who may not cancel tickets. */
  onCancel?: () => void
}

const HolderRow = ({ holder, onCancel }: HolderRowProps) => (
  <ListRow
    leading={<Avatar src={holder.member.icon_image_small_path} />}
    trailing={
      onCancel && (holder.status === 'valid' || holder.status === 'used') ? (
        <Button size="s" variant="quiet" onClick={onCancel}>
          取り消す
        </Button>
      ) : undefined
    }
  >
    <span className={css.row}>
      <b>{holder.number}</b>
      <Badge tone={STATUS[holder.status].tone}>{STATUS[holder.status].label}</Badge>
    </span>
    <span className={css.line}>{holder.member.display_name}</span>
    <span className="note muted">{formatPrice(holder.amount)}</span>
    {holder.entrant?.name && (
      <span className={css.line}>
        {holder.entrant.name}（{holder.entrant.contact}）
      </span>
    )}
    {holder.entrant?.needs && <span className={css.line}>配慮の希望：{holder.entrant.needs}</span>}
    {holder.paper_name && <span className={css.line}>紙のチケット：{holder.paper_name}</span>}
    {holder.used_at && (
      <span className={`note muted ${css.line}`}>
        {[dateTime(holder.used_at), holder.gate].filter(Boolean).join(' ')}
      </span>
    )}
  </ListRow>
)

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
          ? `${number}（${member.display_name}さん）のチケットはすぐに使えなくなり、${yen(amount)}を購入した方のカードへ返金します。あとから戻すことはできません。`
          : `${number}（${member.display_name}さん）のチケットは、すぐに使えなくなります。あとから戻すことはできません。`
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
