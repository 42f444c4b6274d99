import type { Monetization } from '#contract/monetization.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { MonetizationState } from './MonetizationState.tsx'

/** Whether one may sell, and as whom. */
export const MonetizationOverview = ({ monetization }: { monetization: Monetization }) => (
  <>
    <Section title="いまの状態">
      <MonetizationState monetization={monetization} />
    </Section>
    <Section title="販売者としての登録">
      <List carded>
        <ListRow
          to={paths.confirmMonetization}
          leading={<Icon name="idcard" />}
          title="登録内容"
          trailing={monetization.seller ? monetization.seller.display_name : '登録なし'}
        />
        <ListRow
          leading={<Icon name="receipt" />}
          title="適格請求書の登録番号"
          trailing={monetization.invoice_number ?? '登録なし'}
        />
      </List>
    </Section>
  </>
)
