import { type Reconciliation as Compared, operatorMoney } from '#contract/operator/money.ts'
import { sideInWords } from '#contract/operator/reconciliation-sides.ts'
import { INVARIANT_WORDS, TODO_WORDS } from '#contract/operator/reconciliation-words.ts'
import { useLoad, useSend } from '#pwa/lib/api.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { showToast } from '#pwa/ui/toast.ts'

const LOOK_MS = 5_000
type Last = NonNullable<Compared['last']>

/** Whether our books are those of the payment provider, and what to do where they are not. */
export function Reconciliation() {
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
      () => undefined, // said below
    )
  if (runningSince)
    return (
      <Notice>
        <time dateTime={runningSince}>{dateTime(runningSince)}</time> から照合しています。
      </Notice>
    )
  return (
    <>
      <Button variant="secondary" busy={start.isPending} onClick={() => void begin()}>
        いま照合する
      </Button>
      {start.error && (
        <Notice tone="danger" role="alert">
          {start.error.message}
        </Notice>
      )}
    </>
  )
}

function Outcome({ last }: { last: Last }) {
  const { state, finished_at, counted, total, differences } = last
  if (state === 'failed')
    return (
      <Notice tone="warning">
        {dateTime(finished_at)}{' '}
        の照合は、最後までできませんでした。決済会社につながらないか、鍵が設定されていません。しばらくしてからもう一度お試しください。
      </Notice>
    )
  return (
    <>
      {total === 0 ? (
        <Notice>決済会社の記録と食い違いはありません。</Notice>
      ) : (
        <Notice tone="danger">決済会社の記録と{count(total)}件の食い違いがあります。</Notice>
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
    title={(TODO_WORDS as Record<string, string>)[difference.todo] ?? difference.todo}
    note={INVARIANT_WORDS[difference.invariant] ?? difference.invariant}
  >
    <p className="small">
      {sideInWords(difference.object)}（{difference.account}）
    </p>
    <p className="note muted">
      帳簿：{sideInWords(difference.ours)}
      <br />
      決済会社：{sideInWords(difference.theirs)}
    </p>
  </ListRow>
)
