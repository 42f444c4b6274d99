import { useState } from 'react'
import { events } from '#contract/events/calls.ts'
import { LINK_NAME } from '#contract/shared/limits.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { FROM } from '#pwa/lib/from-link.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import css from './Insights.module.css'
import { linkTargets } from './link-targets.ts'

/** Makes a link to the room, an event or a ticket with a name, which its purchases are counted by. */
export function LinkMaker({ room }: { room: string }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(paths.room(room))
  const own = useList(events.listOwn, {})
  const entries = useList(tickets.listDigitalTickets, { params: { roomid: room } })
  const targets = linkTargets(room, {
    events: own.items ?? [],
    tickets: entries.items ?? [],
    now: useNow(),
  })
  // The chosen page may have left the list.
  const path = targets.some(({ value }) => value === chosen) ? chosen : paths.room(room)
  const isName = LINK_NAME.test(name)
  const url = `${location.origin}${path}?${FROM}=${name}`
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
      <h3>目印つきのリンクを作る</h3>
      <Select label="行き先" require value={path} onChange={setChosen} options={targets} />
      <TextInput
        label="目印"
        require
        hint="SNSごとに名前を決めて貼ると、そこから来た方の購入がここに分かれます。"
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
