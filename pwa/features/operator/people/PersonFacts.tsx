import type { Person } from '#contract/operator/people/calls.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'

/** The data of a person. */
export function PersonFacts({ person }: { person: Person }) {
  const { email, about, former_names, followers, tickets, sessions, last_seen_at } = person
  return (
    <Card padded>
      <Facts
        label="アカウントの内容"
        facts={[
          { term: 'メールアドレス', value: email },
          { term: '登録した日時', value: dateTime(person.created_at) },
          { term: '最後の利用', value: last_seen_at ? dateTime(last_seen_at) : 'なし' },
          { term: 'ログイン中の端末', value: `${count(sessions)}台` },
          { term: 'フォロワー', value: `${count(followers)}人` },
          { term: '有効なチケット', value: `${count(tickets)}枚` },
          ...(former_names.length > 0
            ? [{ term: '以前のユーザー名', value: former_names.map((old) => `@${old}`).join('、') }]
            : []),
          ...(about ? [{ term: '自己紹介', value: about }] : []),
        ]}
      />
    </Card>
  )
}
