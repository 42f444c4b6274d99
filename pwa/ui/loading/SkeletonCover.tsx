import { cx } from '../cx.ts'
import { Bone, Skeleton } from './Skeleton.tsx'
import css from './SkeletonCover.module.css'

/** The skeleton of a page with a large picture: a room's of 300 px, an event's of 16:9. */
export const SkeletonCover = ({ of }: { of: 'room' | 'event' }) => (
  <Skeleton>
    <div className={cx(css.cover, of === 'event' && css.event)} />
    <div className={css.words}>
      <Bone shape="title" />
      <Bone shape="line" />
      <Bone shape="title" />
    </div>
  </Skeleton>
)
