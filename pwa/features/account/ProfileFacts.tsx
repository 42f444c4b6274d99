import type { PublicUser } from '#contract/account.ts'
import { Links } from '#pwa/features/profile/Links.tsx'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { By } from '#pwa/ui/By.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { Face } from '#pwa/ui/Face.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import css from './ProfileFacts.module.css'

/** What everybody sees of oneself. */
export const ProfileFacts = ({ person }: { person: PublicUser }) => (
  <>
    <Section title="公開している内容">
      <Card padded>
        <div className={css.head}>
          <Face src={person.icon_image_path} size="xl" />
          <p className="title">
            <By name={person.display_name} official={person.official_flg === 1} />
          </p>
          <Button variant="secondary" size="s" icon="user" to={paths.profile(person.name)}>
            公開ページを見る
          </Button>
        </div>
        <Facts
          facts={[
            { term: 'ユーザー名', value: `@${person.name}` },
            { term: '表示名', value: person.display_name },
            {
              term: '自己紹介',
              value: <span className={css.about}>{person.about || 'まだありません'}</span>,
            },
            { term: 'フォロワー', value: `${count(person.followers)}人` },
            { term: 'フォロー中', value: `${count(person.following)}人` },
          ]}
        />
      </Card>
    </Section>
    <Section title="リンク">
      {person.links.length === 0 ? (
        <Notice>公開しているリンクはありません。</Notice>
      ) : (
        <Links links={person.links} />
      )}
    </Section>
  </>
)
