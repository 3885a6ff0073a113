package corpus

import (
	"io/fs"
	"net/http"
)

type recorder struct{ http.ResponseWriter }

func serve(w http.ResponseWriter, next http.Handler, r *recorder) {
	w.Header().Set("a", "b")  //> external net/http.Header.Set
	r.Header().Get("a")       //> external net/http.Header.Get
	r.WriteHeader(200)        //> external net/http.ResponseWriter.WriteHeader
	next.ServeHTTP(r, nil)    //> external net/http.Handler.ServeHTTP; none ServeHTTP
}

type handler struct{}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func stat(file fs.File) int64 {
	info, _ := file.Stat()          //> external io/fs.File.Stat
	return info.ModTime().Unix()    //> external io/fs.FileInfo.ModTime; external time.Time.Unix
}
