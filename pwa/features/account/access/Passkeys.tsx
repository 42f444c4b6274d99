import { useState } from 'react'
import { type Passkey, passkeys } from '#contract/passkeys/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { dateTime, relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { knowsPasskeys } from '#pwa/lib/passkey.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { NewPasskey } from './NewPasskey.tsx'
import { RemovePasskey } from './RemovePasskey.tsx'

/** The list of the user's passkeys. */
export function Passkeys() {
  const loaded = useLoad(passkeys.listPasskeys, {})
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  /** Entered for one removal, it serves for the next ones while the page is open. */
  const [password, setPassword] = useState('')
  const canAdd = knowsPasskeys()
  return (
    <Section title="パスキー">
      <div className="stack">
        <p className="small muted">
          指紋や顔認証、画面ロックでログインできます。パスワードの入力はいりません。
        </p>
        <Loaded of={loaded} skeleton={<SkeletonRows count={1} />}>
          {(keys) =>
            keys.length > 0 && (
              <List carded>
                {keys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRemove={() => setRemoving(passkey)}
                  />
                ))}
              </List>
            )
          }
        </Loaded>
        {canAdd ? (
          <Button wide variant="secondary" icon="plus" onClick={() => setAdding(true)}>
            パスキーを追加する
          </Button>
        ) : (
          <p className="small muted">このブラウザーでは、パスキーを追加できません。</p>
        )}
      </div>
      {adding && <NewPasskey onClose={() => setAdding(false)} />}
      {removing && (
        <RemovePasskey
          passkey={removing}
          password={password}
          onRemoved={setPassword}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
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
