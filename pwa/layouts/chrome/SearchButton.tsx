import { Suspense, useState } from 'react'
import { setFlags } from '#pwa/lib/flags.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './SearchButton.module.css'

const SearchDialog = lazyWithProgress(async () => (await import('./SearchDialog.tsx')).SearchDialog)

/** Opens the search; a labeled bar on wide screens, an icon on narrow ones. */
export function SearchButton({ wide = false }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    setFlags({ modal_open: next })
  }
  return (
    <>
      {wide ? (
        <button type="button" className={css.bar} onClick={() => show(true)}>
          <Icon name="search" size="s" />
          ルームやイベントをさがす
        </button>
      ) : (
        <span className={css.icon}>
          <IconButton icon="search" label="さがす" onClick={() => show(true)} />
        </span>
      )}
      {open && (
        <Suspense>
          <SearchDialog onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )
}
