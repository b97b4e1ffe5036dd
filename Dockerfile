# The Prentice server. docs/deploying.md says how to build, run and update this image.
#
# The digest pins the index of all platforms. It also pins Debian's packages in the image, so update it regularly.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS base

FROM base AS build
WORKDIR /opt/prentice
COPY package.json package-lock.json .npmrc ./
COPY scripts/node scripts/node
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# Without a configuration, the server loads all its modules, names PUBLIC_URL as missing, and ends. This fills the compile
# cache, which saves memory and time at each start.
RUN npm start 2>&1 | grep PUBLIC_URL && test -d .cache/node

FROM base
LABEL org.opencontainers.image.title="Prentice" \
      org.opencontainers.image.description="Turns a prompt into a pull request, on your own GitHub and your own runners." \
      org.opencontainers.image.licenses="MIT"
WORKDIR /opt/prentice
COPY --from=build /opt/prentice ./
# The only folder that the server writes to, if its database is SQLite or it registers its App.
RUN install -d -o 1000 -g 1000 -m 0700 /var/lib/prentice
# The root file system may be read-only, so npm keeps no cache and no logs.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/opt/prentice/.cache/node \
    MALLOC_ARENA_MAX=2 \
    HOME=/tmp \
    npm_config_cache=/tmp/npm \
    npm_config_logs_max=0 \
    npm_config_update_notifier=false \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=sqlite:/var/lib/prentice/prentice.db \
    CREDENTIALS_FILE=/var/lib/prentice/credentials.env
USER 1000:1000
VOLUME /var/lib/prentice
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The command of `npm start`, without npm: it would use memory of its own beside the server.
CMD ["node", "--use-env-proxy", "--max-semi-space-size=6", "--no-parallel-scavenge", "--no-maglev", "--no-allocation-site-pretenuring", "--heap-growing-percent=30", "src/app/main.ts"]
