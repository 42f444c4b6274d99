import { Link } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { genders } from '#pwa/features/auth/sign-up.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

const genderLabel = ({ gender }: Pick<User, 'gender'>) =>
  genders.find(({ value }) => value === gender)?.label

/** 1990年4月12日 */
const birthdayLabel = ({ birthY, birthM, birthD }: User) => `${birthY}年${birthM}月${birthD}日`

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
