# syntax=docker/dockerfile:1

FROM node:24-slim AS build
WORKDIR /parley
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci && npm run build
# The server needs neither the pages' packages nor the tools that built them.
RUN --mount=type=cache,target=/root/.npm \
    rm -rf node_modules */node_modules services/*/node_modules && npm ci --omit=dev --workspace @parley/host

FROM node:24-slim
WORKDIR /parley
COPY --from=build /parley/package.json ./
COPY --from=build /parley/node_modules node_modules
COPY --from=build /parley/contracts contracts
COPY --from=build /parley/services services
COPY --from=build /parley/projections projections
COPY --from=build /parley/web/dist web/dist
COPY --from=build /parley/widget widget
# What operators run beside the server.
COPY --from=build /parley/scripts/audit.ts /parley/scripts/backup.ts /parley/scripts/credits.ts /parley/scripts/erase.ts /parley/scripts/parked.ts /parley/scripts/operator-command.ts /parley/scripts/node-setup.cjs scripts/
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data NODE_COMPILE_CACHE=/home/node/.cache/parley
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=6 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "services/host/src/main.ts"]
