import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FeeBoard, operatorFee } from '#contract/operator/fee/calls.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { serviceFee } from '#contract/service-fee/calls.ts'
import { keyOf, useLoad } from '#pwa/lib/api/api.ts'
import { count, date, dateTime, longDate } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { PlanFee } from './PlanFee.tsx'
import { WithdrawFee } from './WithdrawFee.tsx'

type Version = FeeBoard['history'][number]

/** The service fee: current, planned and past. */
export function FeeAdmin() {
  const board = useLoad(operatorFee.getFee, {})
  return <Loaded of={board}>{(loaded) => <Board board={loaded} />}</Loaded>
}

function Board({ board }: { board: FeeBoard }) {
  const { percent, planned, history, pending } = board
  const [openSheet, setOpenSheet] = useState<'plan' | 'withdraw' | null>(null)
  const client = useQueryClient()
  const onChanged = async (next: FeeBoard) => {
    client.setQueryData(keyOf(operatorFee.getFee, {}), next)
    await Promise.all(
      [serviceFee.getServiceFee, operatorMoney.getBooks].map((call) =>
        client.invalidateQueries({ queryKey: keyOf(call) }),
      ),
    )
  }
  const close = () => setOpenSheet(null)
  return (
    <div className="stack">
      <Card padded>
        <div className="stack">
          <Facts
            label="サービス手数料"
            facts={[
              { term: 'いま', value: `売上の${percent}%`, strong: true },
              { term: '予定', value: planned ? plannedLabel(planned) : '変更の予定はありません' },
              ...(planned ? [{ term: '理由', value: planned.reason }] : []),
            ]}
          />
          {planned ? (
            <Button variant="secondary" onClick={() => setOpenSheet('withdraw')}>
              予定を取り消す
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => setOpenSheet('plan')}>
              手数料を変更する
            </Button>
          )}
        </div>
      </Card>
      {pending > 0 && (
        <Alert>{`決済会社に、メンバーの次回からの手数料を${count(pending)}件伝えています。進まないときは「システムの状態」で失敗した処理を確認してください。`}</Alert>
      )}
      {history.length > 0 && (
        <>
          <h3 className="small">これまでの変更</h3>
          <List carded>
            {history.map((version) => (
              <PastVersion key={version.id} version={version} />
            ))}
          </List>
        </>
      )}
      {openSheet === 'plan' && <PlanFee board={board} onChanged={onChanged} onClose={close} />}
      {openSheet === 'withdraw' && planned && (
        <WithdrawFee planned={planned} percent={percent} onChanged={onChanged} onClose={close} />
      )}
    </div>
  )
}

const plannedLabel = ({ percent, effective_at }: Version) =>
  `${longDate(effective_at)}から、売上の${percent}%`

const PastVersion = ({ version }: { version: Version }) => (
  <ListRow
    title={`${date(version.effective_at)}から ${version.percent}%`}
    note={`${version.actor ? `@${version.actor}` : 'サーバー'}が${dateTime(version.created_at)}に設定・${version.reason}`}
    trailing={
      version.withdrawn_at ? <Badge>取り消し</Badge> : <Badge tone="positive">適用済み</Badge>
    }
  />
)
