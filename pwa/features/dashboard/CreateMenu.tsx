import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import css from './CreateMenu.module.css'
import { useCreateForms } from './useCreateForms.tsx'

/** ＋: everything that an owner can begin, on every page of theirs. */
export function CreateMenu() {
  const { id, open, forms } = useCreateForms()
  if (id === undefined) return null
  return (
    <>
      <MenuButton
        label="新しく作る"
        items={[
          { label: 'スレッドを書く', icon: 'pen', onClick: () => open('thread') },
          { label: 'イベントを作成する', icon: 'calendar', onClick: () => open('event') },
          { label: '電子チケットを作成する', icon: 'ticket', to: paths.createTicket },
        ]}
      >
        <span className={css.plus}>
          <Icon name="plus" />
          <span className={css.word}>作る</span>
        </span>
      </MenuButton>
      {forms}
    </>
  )
}
