import { serviceFee } from '#contract/service-fee/calls.ts'
import { platformFee } from '#contract/shared/rules.ts'
import { NewRoom } from '#pwa/features/dashboard/room/NewRoom.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { yen } from '#pwa/lib/format.ts'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useTitle } from '#pwa/lib/title.ts'
import evening from '#pwa/ui/art/evening.svg'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './OpenRoomPage.module.css'

const NAME = PAGE_NAMES['/beginners/owner']

const STEPS = [
  ['ルームを開く', '名前と写真を決めるだけです。参加費が0円なら、審査なしで始められます。'],
  ['スレッドを書く', '文章、写真、音声、動画を、参加した方だけに届けられます。'],
  ['イベントを開く', 'チケットを売り、このサービスの中で配信できます。見逃し配信も残せます。'],
] as const

/** What opening a room brings, for future owners. */
export function OpenRoomPage() {
  useTitle(NAME)
  return (
    <Page>
      <div className={css.hero}>
        <img className="art" src={evening} alt="" width={390} height={216} />
        <div className="stack">
          <h1>{NAME}</h1>
          <p>
            応援してくれる方と、配信と言葉で過ごす場所です。月額の参加費も、イベントのチケットも、ここだけで完結します。
          </p>
          <Opening />
        </div>
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
      <Earnings />
    </Page>
  )
}

/** The next step: an account, a room, or the room that is there. */
function Opening() {
  const user = useUser()
  if (user?.my_room) return <Button to={paths.dashboard}>オーナーページへ</Button>
  if (user) return <NewRoom wide={false} />
  return (
    <>
      <Button to={paths.signup}>新規登録してルームを開く</Button>
      <p className="note muted">登録のあと、オーナーページから開けます。費用はかかりません。</p>
    </>
  )
}

const EXAMPLES = [
  { what: '月額の参加費', each: 980, unit: '人', times: 100 },
  { what: 'イベントのチケット', each: 1_500, unit: '枚', times: 80 },
]

/** Examples with the fee of today. */
function Earnings() {
  const { data: fee } = useLoad(serviceFee.getServiceFee, {})
  if (!fee) return null
  return (
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
}
