import { Card } from '../layout/Card.tsx'
import { Bone, Skeleton } from '../loading/Skeleton.tsx'
import css from './SkeletonCharts.module.css'

/** Placeholders in the shape of charts, so that nothing moves once their numbers have come. */
export const SkeletonCharts = ({ count }: { count: number }) => (
  <Skeleton>
    <div className={css.charts}>
      {Array.from({ length: count }, (_, index) => index).map((chart) => (
        <Card key={chart} padded>
          <Bone shape="title" />
          <div className={css.picture} />
        </Card>
      ))}
    </div>
  </Skeleton>
)
