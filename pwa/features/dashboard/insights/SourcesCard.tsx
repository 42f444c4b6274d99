import { useState } from 'react'
import type { InsightDays, Insights } from '#contract/dashboard/calls.ts'
import { LINK_NAME } from '#contract/shared/limits.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { FROM } from '#pwa/lib/from-link.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import css from './Insights.module.css'

interface SourcesCardProps {
  sources: Insights['sources']
  room: string
  days: InsightDays
}

/** Where buyers came from, and the owner's own links by which that is known. */
export const SourcesCard = ({ sources, room, days }: SourcesCardProps) => (
  <Card as="section" padded>
    <h3>購入した方が来たところ</h3>
    {sources.length === 0 ? (
      <p className="small muted">この{days}日間の購入はまだありません。</p>
    ) : (
      <table className={css.table}>
        <caption className="sr">購入した方が来たところ</caption>
        <thead>
          <tr>
            <th scope="col">リンク</th>
            <th scope="col">購入</th>
            <th scope="col">金額</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ link, orders, amount }) => (
            <tr key={link ?? ''}>
              <th scope="row">{link ?? 'リンクの目印なし'}</th>
              <td>{count(orders)}件</td>
              <td>{yen(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <LinkMaker room={room} />
  </Card>
)

/** Makes a link to the room with a name, which its purchases are counted by. */
function LinkMaker({ room }: { room: string }) {
  const [name, setName] = useState('')
  const isName = LINK_NAME.test(name)
  const url = `${location.origin}${paths.room(room)}?${FROM}=${name}`
  const copy = () =>
    copyText(
      url,
      'リンクをコピーしました',
      'コピーできませんでした。リンクを長押しして選んでください。',
    )
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isName) void copy()
      }}
    >
      <TextInput
        label="目印つきのリンクを作る"
        require
        hint="SNSごとに名前を決めて貼ると、そこから来た方の購入がここに分かれます。イベントや電子チケットのURLの末尾に「?from=名前」をつけても数えられます。"
        placeholder="instagram"
        autoCapitalize="none"
        autoComplete="off"
        maxLength={32}
        value={name}
        onChange={setName}
        error={
          name !== '' && !isName ? '半角の英数字・ハイフン・下線で入力してください' : undefined
        }
      />
      {isName && <p className={css.url}>{url}</p>}
      <Button type="submit" size="s" variant="secondary" icon="copy" disabled={!isName}>
        リンクをコピーする
      </Button>
    </form>
  )
}
