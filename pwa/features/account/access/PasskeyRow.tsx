import type { Passkey } from '#contract/passkeys/calls.ts'
import { dateTime, relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  const now = useNow()
  return (
    <ListRow
      leading={<Icon name="lock" />}
      title={name}
      note={
        <>
          {last_used_at ? `最後の利用 ${relative(last_used_at, now)}` : 'まだ使われていません'}
          <br />
          {dateTime(created_at)} に追加
        </>
      }
      trailing={
        <Button variant="secondary" size="s" onClick={onRemove} aria-label={`${name}を削除`}>
          削除
        </Button>
      }
    />
  )
}
