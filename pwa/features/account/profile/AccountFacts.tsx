import { Link } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { hasBirthday } from '#contract/shared/rules.ts'
import { genders } from '#pwa/features/auth/birthday.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

const UNKNOWN = 'まだうかがっていません'

const genderLabel = (user: User) =>
  hasBirthday(user) ? genders.find(({ value }) => value === user.gender)?.label : UNKNOWN

/** 1990年4月12日 */
const birthdayLabel = (user: User) =>
  hasBirthday(user) ? `${user.birthY}年${user.birthM}月${user.birthD}日` : UNKNOWN

/** The private account data, with a note that only the user sees it. */
export const AccountFacts = ({ user }: { user: User }) => (
  <Section title="登録している内容">
    <Card padded>
      <Facts
        facts={[
          { term: 'ユーザー名', value: `@${user.name}` },
          {
            term: 'メール',
            value: (
              <Link className="link" to={paths.settingEmail}>
                {user.email}
              </Link>
            ),
          },
          { term: '生年月日', value: birthdayLabel(user) },
          { term: '性別', value: genderLabel(user) },
        ]}
      />
      <p className="note muted">メール、生年月日、性別は、ほかの人には表示されません。</p>
    </Card>
  </Section>
)
