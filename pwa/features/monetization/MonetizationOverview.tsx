import type { Monetization } from '#contract/monetization/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { MonetizationState } from './MonetizationState.tsx'
import { NextStep } from './NextStep.tsx'

/** The seller's status, next steps and public details. */
export function MonetizationOverview({ monetization }: { monetization: Monetization }) {
  const { state, seller, invoice_number, takes_jcb, takes_konbini } = monetization
  const begun = state !== 'none' && seller !== null
  return (
    <>
      <Section title="いまの状態">
        <div className="stack">
          <MonetizationState monetization={monetization} />
          <NextStep monetization={monetization} />
        </div>
      </Section>
      {begun && (
        <Section title="販売者としての登録">
          <List carded>
            <ListRow
              to={paths.confirmMonetization}
              leading={<Icon name="idcard" />}
              title="登録内容"
              trailing={seller.display_name}
            />
            <ListRow
              to={paths.seller(seller.name)}
              leading={<Icon name="eye" />}
              title="購入する方に表示されるページ"
            />
            <ListRow
              leading={<Icon name="receipt" />}
              title="適格請求書の登録番号"
              trailing={invoice_number ?? '登録なし'}
            />
            <ListRow
              leading={<Icon name="card" />}
              title="JCBでのお支払い"
              trailing={takes_jcb ? '受け付けます' : '審査が済むと使えます'}
            />
            <ListRow
              leading={<Icon name="ticket" />}
              title="コンビニ払い（チケット）"
              trailing={takes_konbini ? 'チケットごとに選べます' : '決済会社の確認が済むと使えます'}
            />
          </List>
        </Section>
      )}
    </>
  )
}
