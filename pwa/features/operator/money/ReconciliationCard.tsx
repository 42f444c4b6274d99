import { type Reconciliation as Compared, operatorMoney } from '#contract/operator/money/calls.ts'
import { INVARIANT_LABELS, TODO_LABELS } from '#contract/operator/reconciliation-labels.ts'
import { sideLabel } from '#contract/operator/reconciliation-sides.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { isKeyOf } from '#pwa/lib/unknown.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

const LOOK_MS = 5_000
type Last = NonNullable<Compared['last']>

/** The differences between our ledger and the payment provider, and what to do about each. */
export function ReconciliationCard() {
  const compared = useLoad(operatorMoney.getReconciliation, {}, { refetchInterval: LOOK_MS })
  return (
    <Loaded of={compared}>
      {({ running_since, last }) => (
        <div className="stack">
          {last && <Outcome last={last} />}
          {!last && !running_since && <p className="small muted">まだ照合していません。</p>}
          <Start runningSince={running_since} />
          <p className="note muted">
            1日に1回、自動で照合します。件数が多いと、終わるまで数分かかることがあります。
          </p>
        </div>
      )}
    </Loaded>
  )
}

function Start({ runningSince }: { runningSince: string | null }) {
  const start = useSend(operatorMoney.startReconciliation, {
    refresh: [operatorMoney.getReconciliation],
  })
  const begin = () =>
    start.mutateAsync({}).then(
      ({ message }) => showToast(message),
      () => undefined, // The error shows below.
    )
  if (runningSince)
    return (
      <Alert>
        <time dateTime={runningSince}>{dateTime(runningSince)}</time> から照合しています。
      </Alert>
    )
  return (
    <>
      <Button variant="secondary" busy={start.isPending} onClick={() => void begin()}>
        いま照合する
      </Button>
      <FormProblem>{start.error?.message}</FormProblem>
    </>
  )
}

function Outcome({ last }: { last: Last }) {
  const { state, finished_at, counted, total, differences } = last
  if (state === 'failed')
    return (
      <Alert tone="warning">
        {dateTime(finished_at)}{' '}
        の照合は、最後までできませんでした。決済会社につながらないか、鍵が設定されていません。しばらくしてから、もう一度お試しください。
      </Alert>
    )
  return (
    <>
      {total === 0 ? (
        <Alert>決済会社の記録と食い違いはありません。</Alert>
      ) : (
        <Alert tone="danger">決済会社の記録と{count(total)}件の食い違いがあります。</Alert>
      )}
      <Facts
        boxed
        label="最後の照合"
        facts={[
          { term: '日時', value: dateTime(finished_at) },
          { term: '口座', value: `${count(counted.accounts)}件` },
          { term: '注文', value: `${count(counted.orders)}件` },
          { term: 'お支払い', value: `${count(counted.payments)}件` },
          { term: '明細', value: `${count(counted.lines)}行` },
        ]}
      />
      {differences.length > 0 && (
        <List carded>
          {differences.map((one) => (
            <DifferenceRow key={`${one.invariant} ${one.object} ${one.todo}`} difference={one} />
          ))}
        </List>
      )}
      {total > differences.length && (
        <p className="small muted">
          はじめの{count(differences.length)}
          件を表示しています。直してからもう一度照合してください。
        </p>
      )}
    </>
  )
}

const DifferenceRow = ({ difference }: { difference: Last['differences'][number] }) => (
  <ListRow
    title={isKeyOf(TODO_LABELS, difference.todo) ? TODO_LABELS[difference.todo] : difference.todo}
    note={INVARIANT_LABELS[difference.invariant] ?? difference.invariant}
  >
    <p className="small">
      {sideLabel(difference.object)}（{difference.account}）
    </p>
    <p className="note muted">
      帳簿：{sideLabel(difference.ours)}
      <br />
      決済会社：{sideLabel(difference.theirs)}
    </p>
  </ListRow>
)
