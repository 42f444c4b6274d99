import type { Monetization } from '#contract/monetization/calls.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

type State = Monetization['state']

export interface MonetizationLabels {
  title: string
  text: string
  icon: IconName
  tone: 'neutral' | 'primary' | 'positive' | 'warning' | 'danger'
}

/** The label and explanation of each monetization state. */
export const monetizationLabels: Record<State, MonetizationLabels> = {
  none: {
    title: '収益化の登録はありません',
    text: '本人確認が済むと、有料の参加費とチケットを販売できます。無料のルームとイベントは、登録がなくても開けます。',
    icon: 'idcard',
    tone: 'neutral',
  },
  review: {
    title: '審査中です',
    text: '登録いただいた内容を確認しています。終わるまで、有料の販売は始まりません。',
    icon: 'clock',
    tone: 'primary',
  },
  more_needed: {
    title: '追加の確認が必要です',
    text: '次の確認が終わるまで、売上を受け取れません。',
    icon: 'alert',
    tone: 'warning',
  },
  ready: {
    title: '販売できます',
    text: '参加費とチケットを販売し、売上を受け取れます。',
    icon: 'check',
    tone: 'positive',
  },
  blocked: {
    title: '販売が止まっています',
    text: '新しい販売と売上の受け取りが止まっています。参加中のメンバーの利用は続きます。',
    icon: 'block',
    tone: 'danger',
  },
}
