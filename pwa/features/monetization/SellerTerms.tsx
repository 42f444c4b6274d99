import { HELD_AFTER_EVENT_DAYS, SALES_DAYS } from '#contract/payouts/limits.ts'
import { type ServiceFee, serviceFee } from '#contract/service-fee/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { longDate } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'

/** The main terms for sellers: who the seller is, the fee, and who bears a negative balance. */
export function SellerTerms() {
  const fee = useLoad(serviceFee.getServiceFee, {})
  return <Loaded of={fee}>{(known) => <Terms fee={known} />}</Loaded>
}

const Terms = ({ fee: { percent, next } }: { fee: ServiceFee }) => (
  <Bullets sunken>
    <li>参加費とチケットの販売者は、ルームのオーナーです。</li>
    <li>
      売上から、サービス手数料{percent}%{next && `（${longDate(next.from)}から${next.percent}%）`}
      と決済会社の手数料が差し引かれます。
    </li>
    <li>
      チケットの売上は、イベントの終了から{HELD_AFTER_EVENT_DAYS}
      日が過ぎるまで、決済会社にあるご自身の残高に残り、振り込まれません。そのため、チケットを販売できるのは終了の
      {SALES_DAYS}
      日前からです。振込は毎週金曜日です。
    </li>
    <li>
      返金や支払いへの異議によって残高がマイナスになったときは、オーナーの負担です。以後の売上から差し引き、足りない分は運営が立て替えたうえで請求します。
    </li>
    <li>
      登録内容と本人確認書類は、決済会社（Stripe）に提供されます。書類の画像は、Roomには保存されません。
    </li>
  </Bullets>
)
