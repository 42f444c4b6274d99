import { dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { ADVICE, type PushState } from './state.ts'
import { type PushHere, usePush } from './usePush.ts'
import { type TestStep, usePushTest } from './usePushTest.ts'

/** Whether notifications reach this device, and what to do if not. */
export function Diagnosis() {
  const here = usePush()
  return (
    <Section title="通知の診断">
      <Loaded of={here.devices} skeleton={<SkeletonRows count={2} />}>
        {() => (
          <Card padded className="stack">
            <Found here={here} />
            <NextStep here={here} />
          </Card>
        )}
      </Loaded>
    </Section>
  )
}

const PERMISSIONS: Record<NotificationPermission, string> = {
  granted: '許可されています',
  default: 'まだ許可されていません',
  denied: 'ブロックされています',
}
const REGISTERED: Partial<Record<PushState, string>> = {
  on: '登録済み',
  broken: '送り先が使えません',
}

function Found({ here: { facts, state, here } }: { here: PushHere }) {
  if (!facts || !state) return <SkeletonRows count={2} />
  if (state === 'unsupported' || state === 'install') return null
  const came = here?.confirmed_at
  return (
    <Facts
      label="この端末の通知"
      facts={[
        { term: '通知の許可', value: PERMISSIONS[facts.permission] },
        { term: 'アプリの準備', value: facts.worker ? 'できています' : 'まだできていません' },
        { term: '登録', value: REGISTERED[state] ?? 'まだ登録されていません' },
        { term: '最後の通知', value: came ? dateTime(came) : 'まだありません' },
      ]}
    />
  )
}

function NextStep({ here }: { here: PushHere }) {
  const { state, problem, busy, turnOn } = here
  if (!state) return null
  const advice = ADVICE[state]
  return (
    <>
      {advice && (
        <Alert
          tone={state === 'install' ? 'info' : 'warning'}
          {...(problem && { role: 'alert' as const })}
        >
          {advice}
        </Alert>
      )}
      {/* The advice already covers a denied permission. */}
      <FormProblem>{state !== 'blocked' && problem}</FormProblem>
      {(state === 'unasked' || state === 'off') && (
        <Button icon="bell" busy={busy} onClick={turnOn}>
          この端末で通知を受け取る
        </Button>
      )}
      {state === 'broken' && (
        <div className="row row-s wrap">
          <Button icon="bell" busy={busy} onClick={turnOn}>
            登録し直す
          </Button>
          <TurnOff here={here} />
        </div>
      )}
      {state === 'on' && <Test here={here} />}
    </>
  )
}

const TurnOff = ({ here: { busy, turnOff } }: { here: PushHere }) => (
  <Button variant="quiet" busy={busy} onClick={turnOff}>
    この端末では受け取らない
  </Button>
)

function Test({ here }: { here: PushHere }) {
  const { step, start } = usePushTest(here)
  return (
    <>
      <TestMessage step={step} />
      <div className="row row-s wrap">
        <Button variant="secondary" icon="bell" busy={step.at === 'waiting'} onClick={start}>
          テスト通知を送る
        </Button>
        <TurnOff here={here} />
      </div>
    </>
  )
}

function TestMessage({ step }: { step: TestStep }) {
  switch (step.at) {
    case 'idle':
      return null
    case 'waiting':
      return <Alert role="status">テスト通知を送りました。届くのを待っています…</Alert>
    case 'arrived':
      return <Alert role="status">この端末に通知が届きました。</Alert>
    case 'silent':
      return (
        <Alert tone="warning" role="status">
          まだ届いていません。端末の「おやすみモード」や、ブラウザーと端末の通知の設定をご確認ください。イベントの開始は、通知が届かないときメールでお送りします。
        </Alert>
      )
    case 'failed':
      return (
        <Alert tone="danger" role="alert">
          {step.why}
        </Alert>
      )
  }
}
