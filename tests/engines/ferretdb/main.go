// A MongoDB-speaking server for the engine tests: FerretDB 1.x over SQLite, embedded.
// Usage: ferretdb <listen address> <data folder>. Prints its URL; ends when its standard input closes, so that
// it never outlives the test run that started it.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	if len(os.Args) != 3 {
		fail("usage: ferretdb <listen address> <data folder>")
	}
	folder, err := filepath.Abs(os.Args[2])
	if err != nil {
		fail(err)
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: os.Args[1]},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Handler:   "sqlite",
		SQLiteURL: (&url.URL{Scheme: "file", Path: folder + "/"}).String(),
	})
	if err != nil {
		fail(err)
	}

	running, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	go func() { fmt.Println(server.MongoDBURI()) }()
	if err := server.Run(running); err != nil {
		fail(err)
	}
}

func fail(reason any) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(1)
}
