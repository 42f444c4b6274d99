import type { PushDevice } from '#contract/push/calls.ts'
import type { PushFacts, PushProblem } from '#pwa/adapters/push.ts'

/** The state of notifications on this device. */
export type PushState =
  /** Not supported by this browser; on an iPhone only until the app is on the home screen. */
  | 'unsupported'
  | 'install'
  /** Denied in the browser's settings. */
  | 'blocked'
  | 'unasked'
  /** Permitted, but not registered. */
  | 'off'
  /** Registered, but the push service rejects the notifications. */
  | 'broken'
  | 'on'

export function stateOf(facts: PushFacts, devices: PushDevice[]): PushState {
  if (facts.needsInstall) return 'install'
  if (!facts.supported) return 'unsupported'
  if (facts.permission === 'denied') return 'blocked'
  if (facts.permission === 'default') return 'unasked'
  const here = hereOf(facts, devices)
  if (!facts.subscribed || !here) return 'off'
  return here.outcome === 'refused' ? 'broken' : 'on'
}

/** This browser in the server's list of devices. */
export const hereOf = ({ id }: PushFacts, devices: PushDevice[]): PushDevice | undefined =>
  devices.find((device) => device.id === id)

/** Advice for each state; null if nothing is to be done. */
export const ADVICE: Record<PushState, string | null> = {
  unsupported: 'このブラウザーは通知に対応していません。別のブラウザーでお試しください。',
  install:
    'iPhone・iPadでは、共有メニューから「ホーム画面に追加」し、そのアイコンから開くと通知を受け取れます。',
  blocked:
    '通知がブロックされています。ブラウザーか端末の設定で、このサイトの通知を許可してから、画面を読み込み直してください。',
  unasked: null,
  off: null,
  broken: '通知の送り先が使えなくなっています。登録し直してください。',
  on: null,
}

export const PROBLEM_LABELS: Record<PushProblem, string> = {
  denied: '通知が許可されませんでした。受け取るには、ブラウザーの設定で許可してください。',
  'no worker': 'アプリの準備ができていません。画面を読み込み直して、もう一度お試しください。',
  'no service':
    'このブラウザーの通知サービスにつながりません。時間をおくか、別の回線でお試しください。',
}
