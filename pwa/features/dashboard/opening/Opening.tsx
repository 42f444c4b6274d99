import type { ReactNode } from 'react'
import { HELD_AFTER_EVENT_DAYS } from '#contract/payouts/limits.ts'
import { type ServiceFee, serviceFee } from '#contract/service-fee/calls.ts'
import { platformFee } from '#contract/shared/rules.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { yen } from '#pwa/lib/format.ts'
import evening from '#pwa/ui/art/evening.svg'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './Opening.module.css'

const STEPS = [
  ['ルームを開く', '名前と写真を決めるだけです。参加費が0円なら、審査なしで始められます。'],
  ['スレッドを書く', '文章、写真、音声、動画を、参加した方だけに届けられます。'],
  ['イベントを開く', 'チケットを販売し、Roomの中で配信できます。見逃し配信も残せます。'],
] as const

/** What opening a room brings and costs. The children are the heading and what to do next. */
export function Opening({ children }: { children: ReactNode }) {
  const { data: fee } = useLoad(serviceFee.getServiceFee, {})
  return (
    <>
      <div className={css.hero}>
        <img className="art" src={evening} alt="" width={390} height={216} />
        <div className="stack">{children}</div>
      </div>
      <Section title="始め方">
        <ol className={css.steps}>
          {STEPS.map(([title, text], at) => (
            <Card as="li" padded key={title}>
              <span className={css.number} aria-hidden="true">
                {at + 1}
              </span>
              <h3>{title}</h3>
              <p className="small muted">{text}</p>
            </Card>
          ))}
        </ol>
      </Section>
      {fee && <Earnings fee={fee} />}
      {fee && <Costs fee={fee} />}
    </>
  )
}

const EXAMPLES = [
  { what: '月額の参加費', each: 980, unit: '人', times: 100 },
  { what: 'イベントのチケット', each: 1_500, unit: '枚', times: 80 },
]

/** Examples with the fee of today. */
const Earnings = ({ fee }: { fee: ServiceFee }) => (
  <Section title="受け取れる金額の例">
    <div className={css.examples}>
      {EXAMPLES.map(({ what, each, unit, times }) => {
        const taken = platformFee(each, fee.percent) * times
        return (
          <Card as="section" padded key={what}>
            <h3>
              {what} {yen(each)} × {times}
              {unit}
            </h3>
            <Facts
              facts={[
                { term: '販売額', value: yen(each * times) },
                { term: '手数料', value: `−${yen(taken)}（サービス手数料 ${fee.percent}%）` },
                { term: '差引額', value: <b>{yen(each * times - taken)}</b> },
              ]}
            />
          </Card>
        )
      })}
      <p className="note muted">
        差引額から決済会社の手数料を引いた額を受け取れます。計算の例で、売上を約束するものではありません。
      </p>
    </div>
  </Section>
)

const Costs = ({ fee }: { fee: ServiceFee }) => (
  <Section title="かかる費用と、受け取りまで">
    <Card padded>
      <Facts
        facts={[
          { term: '開く・続ける', value: '0円です。売れなければ、費用はかかりません' },
          { term: '売れたとき', value: `サービス手数料 ${fee.percent}%と、決済会社の手数料` },
          {
            term: '準備',
            value:
              '有料の参加費とチケットには、販売者の登録と本人確認が必要です。無料なら、すぐに始められます',
          },
          {
            term: '振込',
            value: `毎週金曜日です。チケットの売上は、イベントの終了から${HELD_AFTER_EVENT_DAYS}日後に受け取れるようになります`,
          },
          {
            term: '中止・返金',
            value:
              '代金は全額を返金します。サービス手数料は戻りますが、決済会社の手数料は戻りません',
          },
        ]}
      />
    </Card>
  </Section>
)
