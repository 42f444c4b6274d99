import { cx } from '#pwa/ui/cx.ts'
import { AvatarStack } from '#pwa/ui/picture/AvatarStack.tsx'
import css from './Faces.module.css'
import { facesLabel, type People } from './faces-label.ts'

/** The faces of people who agreed to be shown, with what they do; nothing without any, or while they are unknown. */
export function Faces({ of, verb }: { of: People | undefined; verb: string }) {
  if (!of || of.count === 0) return null
  return (
    <p className={cx('small', css.faces)}>
      <AvatarStack
        users={of.people.map(({ name, icon_image_small_path }) => ({
          id: name,
          src: icon_image_small_path,
        }))}
      />
      {facesLabel(of, verb)}
    </p>
  )
}
