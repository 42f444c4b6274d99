import { paths } from '#pwa/lib/paths.ts'
import { Tabs } from '#pwa/ui/layout/Tabs.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'
import { Page } from './Page.tsx'

const tabs = [
  { label: 'アカウント', to: paths.help, end: true },
  { label: 'お支払い', to: paths.helpPayment },
  { label: 'その他', to: paths.helpOther },
]

export const HelpLayout = ({ children }: LayoutProps) => (
  <Frame>
    <Page narrow>
      <h1>ヘルプ</h1>
      <Tabs tabs={tabs} label="ヘルプの種類" />
      {children}
    </Page>
  </Frame>
)
