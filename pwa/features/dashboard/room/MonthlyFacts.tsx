import { monetization } from '#contract/monetization/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { serviceFee } from '#contract/service-fee/calls.ts'
import { platformFee } from '#contract/shared/rules.ts'
import { nextFee } from '#pwa/features/dashboard/next-fee.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, monthly, yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'

interface MonthlyFactsProps {
  /** The price in the form. */
  amount: number
  /** Null for a room that is not yet open. */
  room: Room | null
}

/** The owner's earnings from a monthly price, its members, and what the owner has to do first. */
export function MonthlyFacts({ amount, room }: MonthlyFactsProps) {
  const { data: fee } = useLoad(serviceFee.getServiceFee, {})
  const isChanged = amount !== (room?.amount ?? 0)
  return (
    <>
      {amount > 0 && fee && (
        <Facts
          boxed
          facts={[
            { term: '参加費', value: monthly(amount), strong: true },
            {
              term: '手数料',
              value: `1人につき毎月、サービス手数料 ${yen(platformFee(amount, fee.percent))}（${fee.percent}%）と決済会社の手数料`,
            },
            {
              term: '売上',
              value: `1人につき毎月 ${yen(amount - platformFee(amount, fee.percent))} から、決済会社の手数料を引いた額`,
            },
            ...(fee.next ? [{ term: '手数料の変更', value: nextFee(fee.next) }] : []),
          ]}
        />
      )}
      {room && isChanged && room.subscribers > 0 && (
        <Alert tone={amount < room.amount ? 'warning' : 'info'}>
          {memberPriceLabel(amount, room)}
        </Alert>
      )}
      {amount > 0 && isChanged && <NeedsSeller isNew={room === null} />}
    </>
  )
}

/** What a changed price means for the present members. */
const memberPriceLabel = (amount: number, room: Room) =>
  amount < room.amount
    ? `いまのメンバーの参加費も、次の更新から${amount === 0 ? '無料' : monthly(amount)}になり、メールでお知らせします。あとで上げても、いまのメンバーの参加費は上がりません。`
    : `いまのメンバー${count(room.subscribers)}人の参加費は、これまでと変わりません。新しく参加する方から、${monthly(amount)}になります。`

/** A priced room needs a seller account at the payment provider. */
function NeedsSeller({ isNew }: { isNew: boolean }) {
  const { data } = useLoad(monetization.getMonetization, {})
  if (!data || data.state === 'ready') return null
  return (
    <Alert tone="warning">
      <div className="stack">
        <p>
          参加費をいただくには、収益化の登録が必要です。
          {isNew
            ? 'はじめは0円で開き、登録が済んでから参加費を決めてください。'
            : '登録が済むまでは、0円にしてください。'}
        </p>
        <Button variant="secondary" size="s" to={paths.monetization}>
          収益化について
        </Button>
      </div>
    </Alert>
  )
}
