# syntax=docker/dockerfile:1
# One image, two programs: `dist/server/main.js` (the site) and `ingest.js` beside it (receives streams). compose.yaml runs both.

# By digest, as a tag can be moved: `docker buildx imagetools inspect IMAGE` shows that of another version.
FROM node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /room
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# Removes the packages that only the build needs.
RUN npm run prune

FROM node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    RTMP_HOST=0.0.0.0 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/node
WORKDIR /room
# Makes the qualities below a stream, and converts films.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/*
# Only root can change the program; the only writable folder is a volume.
RUN install -d -o node -g node -m 700 /data
COPY --from=build /room/node_modules node_modules
COPY --from=build /room/dist dist
COPY package.json LICENSE ./
COPY public public
COPY scripts scripts
COPY server server
USER node
VOLUME /data
EXPOSE 3000 1935
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/healthy.mjs"]
# Node itself is the first process: it gets the SIGTERM, and drains. It waits for the one program that it starts.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "dist/server/main.js"]
