import type { User } from '#contract/account/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'

/** The login email address and its uses. */
export const EmailFacts = ({ user }: { user: User }) => (
  <div className="stack">
    <Card padded>
      <Facts
        facts={[
          { term: 'アドレス', value: <b>{user.email}</b> },
          { term: '使いみち', value: 'ログイン、パスワードの再設定、大切な連絡' },
          { term: '公開', value: 'ほかの人には表示されません' },
        ]}
      />
    </Card>
    <Button wide variant="secondary" icon="bell" to={paths.settingAccount}>
      受け取る通知を選ぶ
    </Button>
  </div>
)
