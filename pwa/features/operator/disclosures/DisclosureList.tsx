import { useState } from 'react'
import type { DeclinedFor } from '#contract/disclosures/calls.ts'
import { DISCLOSURE_LATE_DAYS } from '#contract/disclosures/limits.ts'
import { type AnyDisclosure, operatorDisclosures } from '#contract/operator/disclosures/calls.ts'
import { reasons, states } from '#pwa/features/monetization/disclosure-labels.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { AdminList } from '../AdminList.tsx'
import { Filters } from '../Filters.tsx'
import css from '../moderation/Moderation.module.css'
import { ReasonButton } from '../ReasonSheet.tsx'
import { useChoice } from '../useChoice.tsx'

const choices = [
  { value: 'open', label: '未対応' },
  { value: 'all', label: 'すべて' },
] as const
const refresh = [operatorDisclosures.listDisclosures]
const small = { size: 's', variant: 'secondary' } as const

/** Disclosure requests about sellers, oldest first. */
export function DisclosureList() {
  const state = useChoice({ name: 'state', label: '状態', options: choices, initial: 'open' })
  return (
    <AdminList
      call={operatorDisclosures.listDisclosures}
      input={{ query: { state: state.chosen } }}
      filters={
        <>
          <p className="small muted">
            販売者が{DISCLOSURE_LATE_DAYS}
            日たっても答えていない請求は「遅れ」と表示します。催促するか、運営が代わりに答えてください。
          </p>
          <Filters>{state.select}</Filters>
        </>
      }
      keyOf={({ id }) => id}
      empty={{
        title: '開示請求はありません',
        text: '販売者に届いた開示の請求が、長く待っているものから順にならびます。',
      }}
    >
      {(row) => <Row row={row} />}
    </AdminList>
  )
}

function Row({ row }: { row: AnyDisclosure }) {
  const badge = row.late
    ? ({ label: `遅れ ${row.days}日`, tone: 'live' } as const)
    : states[row.state]
  return (
    <ListRow
      title={`@${row.seller.name} への請求`}
      note={`${dateTime(row.created_at)}・${row.name || 'お名前は削除されました'}`}
      trailing={<Badge tone={badge.tone}>{badge.label}</Badge>}
    >
      {row.reason && <span className={`small ${css.words}`}>{row.reason}</span>}
      {row.reminded_at && (
        <span className={`note muted ${css.line}`}>{dateTime(row.reminded_at)} に催促しました</span>
      )}
      {row.state === 'open' && <Actions row={row} />}
    </ListRow>
  )
}

function Actions({ row }: { row: AnyDisclosure }) {
  const remind = useSend(operatorDisclosures.remindSeller, { refresh })
  const onSuccess = () => showToast('販売者に催促のメールを送りました')
  return (
    <>
      <span className={css.links}>
        <Button
          {...small}
          busy={remind.isPending}
          onClick={() => remind.mutate({ params: { id: row.id } }, { onSuccess })}
        >
          催促する
        </Button>
        {row.known && <Disclose row={row} />}
        <Decline row={row} />
      </span>
      {!row.known && (
        <span className={`note muted ${css.line}`}>
          販売者が氏名・住所・電話番号を登録していないため、代わりに開示できません。
        </span>
      )}
      <FormProblem>{remind.error?.message}</FormProblem>
    </>
  )
}

function Disclose({ row }: { row: AnyDisclosure }) {
  const disclose = useSend(operatorDisclosures.disclose, { refresh })
  return (
    <ReasonButton
      target={row.id}
      label="代わりに開示する"
      button={small}
      title="代わりに開示しますか？"
      text={`@${row.seller.name} の氏名・住所・電話番号を、${row.email} にメールで送ります。取り消せません。販売者にもお知らせします。`}
      confirm="開示する"
      danger
      send={(reason) => disclose.mutateAsync({ params: { id: row.id }, body: { reason } })}
    />
  )
}

function Decline({ row }: { row: AnyDisclosure }) {
  const [declined_for, setDeclinedFor] = useState<DeclinedFor>('no_purchase')
  const decline = useSend(operatorDisclosures.decline, { refresh })
  return (
    <ReasonButton
      target={row.id}
      label="代わりに断る"
      button={small}
      title="代わりに断りますか？"
      text="請求した方には、次に選ぶ理由だけをメールでお知らせします。販売者には、下に書く理由をお知らせします。"
      confirm="断る"
      danger
      send={(reason) =>
        decline.mutateAsync({ params: { id: row.id }, body: { declined_for, reason } })
      }
    >
      <Select
        label="請求した方に伝える理由"
        name="declined_for"
        require
        options={reasons}
        value={declined_for}
        onChange={setDeclinedFor}
      />
    </ReasonButton>
  )
}
